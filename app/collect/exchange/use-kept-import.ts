import { useEffect, useState } from "react";

/** The import that is running, or that this browser has kept. */
export function useKeptImport<Running>(
  userId: string,
  read: (userId: string) => Promise<Running | undefined>,
) {
  const state = useState<Running>();
  const [, setRunning] = state;
  useEffect(() => {
    let isHere = true;
    async function find() {
      const kept = await read(userId);
      if (isHere && kept) setRunning((current) => current ?? kept);
    }
    void find();
    return () => void (isHere = false);
  }, [userId, read, setRunning]);
  return state;
}
