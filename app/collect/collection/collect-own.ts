import { browserClient } from "../../shared/data/browser.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { refreshCopies } from "../data/copies/take-out.ts";
import { settleShelfChange } from "../data/shelves/shelf-membership.ts";
import { putOn } from "../data/shelves/shelves.ts";

/**
 * Puts a jersey into the collection of the member who has just submitted it.
 * @throws a database error; none if an earlier attempt has done it
 */
export async function collectOwn(userId: string, jerseyId: string): Promise<void> {
  try {
    await putOn(await browserClient(), "collection", userId, jerseyId);
  } catch (error) {
    if (databaseProblem(error).kind !== "duplicate") throw error;
  }
  void settleShelfChange({ userId, jerseyId, shelf: "collection", isOnShelf: true });
  refreshCopies(userId);
}
