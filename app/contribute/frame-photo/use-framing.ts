import { useState } from "react";
import type { Area, MediaSize, Point } from "react-easy-crop";

import type { Dimensions } from "../../shared/browser/image/dimensions.ts";
import {
  type Frame,
  framedSide,
  largestZoom,
  turn,
  turnedSize,
  type Turns,
} from "../../shared/browser/image/frame.ts";

const CENTRE: Point = { x: 0, y: 0 };

/** The library's zoom is bounded only once the photo's size is known. */
const UNBOUNDED = 100;

/** One press of a key enlarges or reduces by this factor. */
const KEY_ZOOM = 1.1;

/** What the dialog shows: the library's position and zoom, and the frame that follows from them. */
export function useFraming(former: Frame | undefined) {
  const [size, setSize] = useState<Dimensions>();
  const [turns, setTurns] = useState<Turns>(former?.turns ?? 0);
  const [isWhole, setWhole] = useState(former?.part === "whole");
  const [position, setPosition] = useState(CENTRE);
  const [zoom, setZoom] = useState(1);
  const formerPart = former && former.part !== "whole" ? former.part : undefined;
  /** In shares of the turned photo; undefined until the library has measured it. */
  const [part, setPart] = useState(formerPart);
  /** Where the library starts when it is shown. */
  const [start, setStart] = useState(formerPart);

  const largest = size ? largestZoom(size) : UNBOUNDED;
  const frame: Frame | undefined = isWhole ? { turns, part: "whole" } : part && { turns, part };

  function centre() {
    setPosition(CENTRE);
    setZoom(1);
    setStart(undefined);
  }

  return {
    size,
    turns,
    isWhole,
    position,
    zoom,
    largest,
    frame,
    /** The shorter side of the result, in pixels of the photo. */
    side: size && frame && framedSide(size, frame),
    turnedSize: size && turnedSize(size, turns),
    start: start && asPercentages(start),
    setPosition,
    setZoom,
    onLoad: ({ naturalWidth, naturalHeight }: Pick<MediaSize, "naturalWidth" | "naturalHeight">) =>
      setSize({ width: naturalWidth, height: naturalHeight }),
    onArea: ({ x, y, width, height }: Area) =>
      setPart({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 }),
    zoomBy: (steps: 1 | -1) =>
      setZoom((from) => Math.min(largest, Math.max(1, from * KEY_ZOOM ** steps))),
    turn(by: 1 | -1) {
      setTurns(turn(turns, by));
      // What is inside the frame stays inside it.
      setPosition(({ x, y }) => ({ x: -y * by, y: x * by }));
      if (!isWhole) return;
      centre();
      setPart(undefined); // it was one of the photo as it stood before
    },
    showWhole(next: boolean) {
      setWhole(next);
      setStart(part && { ...part });
    },
    reset() {
      centre();
      setTurns(0);
      setWhole(false);
    },
  };
}

export type Framing = ReturnType<typeof useFraming>;

function asPercentages({ x, y, width, height }: Area): Area {
  return { x: x * 100, y: y * 100, width: width * 100, height: height * 100 };
}
