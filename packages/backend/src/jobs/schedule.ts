/** The backend's own background jobs, with the seconds between two rounds. */
export const BACKEND_JOB_SECONDS = {
  /** For retries and for changes made outside the auth service; others are mailed after their request. */
  "mails of accounts": 15,
  housekeeping: 10 * 60,
  "storage clean-up": 30,
  "search for unused files": 60 * 60,
} as const;

export type BackendJob = keyof typeof BACKEND_JOB_SECONDS;
