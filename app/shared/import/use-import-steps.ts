import { useCallback, useEffect, useState } from "react";

/** Where an import is: its file is chosen, its columns are mapped, its lines are checked, and sent. */
type ImportStep<Opened, Checked, Running> =
  | { name: "choose" }
  | { name: "columns"; opened: Opened }
  | { name: "check"; opened: Opened; checked: Checked }
  | { name: "run"; running: Running };

/**
 * The step of an import. It begins with the unfinished import that this browser has kept.
 * @param readStored reads it; the same function in each call
 */
export function useImportSteps<Opened, Checked, Running>(
  userId: string,
  readStored: (userId: string) => Promise<Running | undefined>,
) {
  type Step = ImportStep<Opened, Checked, Running>;
  const [step, setStep] = useState<Step>({ name: "choose" });
  useEffect(() => {
    let isHere = true;
    async function find() {
      const running = await readStored(userId);
      if (isHere && running) {
        setStep((current) => (current.name === "run" ? current : { name: "run", running }));
      }
    }
    void find();
    return () => void (isHere = false);
  }, [userId, readStored]);
  return {
    step,
    open: useCallback((opened: Opened) => setStep({ name: "columns", opened }), []),
    check: (opened: Opened, checked: Checked) => setStep({ name: "check", opened, checked }),
    run: (running: Running) => setStep({ name: "run", running }),
    leave: () => setStep({ name: "choose" }),
  };
}
