/**
 * The seconds until a refused request can succeed, for the header `Retry-After`. A function that
 * raises `PT429` names them in its hint: `Retry after 90 seconds.`
 */
export function retryAfter(hint: string | null | undefined): string | undefined {
  return /\bretry after (\d{1,9}) seconds?\b/i.exec(hint ?? "")?.[1];
}
