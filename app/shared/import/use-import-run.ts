import type { QueryKey } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";

import type { Client } from "../data/client.ts";
import { useMemberMutation } from "../data/member-mutation.ts";
import type { Sending } from "../domain/import/batches.ts";

/**
 * The sending of an import: it can be stopped between two batches, and goes on where it was.
 * @param start how far it is
 * @param begins true if it begins at once; one that was left before begins by pressing
 * @param files what it needs besides its lines, as chosen so far
 */
export function useImportRun<Progress, Files>({
  start,
  begins,
  files,
  send,
  invalidates,
}: {
  start: Progress;
  begins: boolean;
  files: Files;
  send: (
    client: Client,
    progress: Progress,
    files: Files,
    sending: Sending<Progress>,
  ) => Promise<void>;
  invalidates: QueryKey[];
}) {
  const [progress, setProgress] = useState(start);
  const isStopped = useRef(false);
  const isNew = useRef(begins);
  const { mutate, isPending, error } = useMemberMutation({
    write: async (client, chosen: Files) => {
      isStopped.current = false;
      await send(client, progress, chosen, {
        onProgress: setProgress,
        isStopped: () => isStopped.current,
      });
    },
    invalidates,
    onError: (problem) => console.error("import stopped", problem),
  });
  useEffect(() => {
    if (isNew.current) mutate(files);
    isNew.current = false;
  }, [mutate, files]);
  return {
    progress,
    isPending,
    error,
    resume: mutate,
    stop: useCallback(() => void (isStopped.current = true), []),
  };
}
