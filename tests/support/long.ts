/** True in `npm run test:long`. */
export const isLong = Boolean(process.env.TEST_LONG);

/** How often a property or a random history is tried: a few times, or many in `npm run test:long`. */
export const times = (few: number, many: number): number => (isLong ? many : few);
