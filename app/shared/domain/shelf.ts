/** A member's two shelves: jerseys they have, and jerseys they would like. */
export const SHELVES = ["collection", "wishlist"] as const;

export type Shelf = (typeof SHELVES)[number];
