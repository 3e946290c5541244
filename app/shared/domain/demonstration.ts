/** The account that the demonstration's jerseys are by (`server/catalogue/seed/demo`); on other sites nobody has it. */
export const DEMONSTRATION = "b628c51e-db81-5f0c-807b-cbe63b2d6e2f";

/** True if no picture of a jersey is a photo: there is none, or all are the demonstration's drawings. */
export function isDrawn(pictures: readonly { contributor_id: string | null }[]): boolean {
  return pictures.every(({ contributor_id }) => contributor_id === DEMONSTRATION);
}
