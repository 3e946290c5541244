// Also used before anything is installed, by the machine's own Node (20 or newer).

/** Seconds between two lines where lines can't be written over, as in the log of CI. */
const LOG_INTERVAL = 10;

/**
 * Shows that something is under way: on a terminal one line that is written over each second, else
 * a line now and every ten seconds. `describe` gets the seconds since the start.
 *
 * @param {(seconds: number) => string} describe
 * @param {NodeJS.WriteStream} stream
 */
export function showProgress(describe, stream) {
  const started = Date.now();
  let shown = false;
  const write = () => {
    const text = describe(Math.round((Date.now() - started) / 1000));
    if (stream.isTTY) stream.write(`\r\x1b[K${text.slice(0, Math.max(1, stream.columns - 1))}`);
    else stream.write(`${text}\n`);
    shown = true;
  };
  const clear = () => {
    if (stream.isTTY && shown) stream.write("\r\x1b[K");
    shown = false;
  };
  write();
  const timer = setInterval(write, (stream.isTTY ? 1 : LOG_INTERVAL) * 1000);
  return {
    /** Makes room for another text; the progress is shown again after the interval. */
    clear,
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}
