/** Headers between the HTTP server and the backend; clients must neither set nor see them. */
export const HEADERS = {
  /** On a request: the client's address, for rate limits and the audit log. */
  clientAddress: "x-client-address",
  /** On the response to a POST: the request can't have written anything. */
  readOnly: "x-read-only",
} as const;
