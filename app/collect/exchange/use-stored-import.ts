import { useEffect, useState } from "react";

/** The import that is running, or that this browser has kept. */
export function useStoredImport<Running>(
  userId: string,
  read: (userId: string) => Promise<Running | undefined>,
) {
  const state = useState<Running>();
  const [, setRunning] = state;
  useEffect(() => {
    let isHere = true;
    async function find() {
      const stored = await read(userId);
      if (isHere && stored) setRunning((current) => current ?? stored);
    }
    void find();
    return () => void (isHere = false);
  }, [userId, read, setRunning]);
  return state;
}
