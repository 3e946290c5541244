/**
 * The state of the address under which a member proposes a shirt of their own: it is in their collection already, and becomes a
 * copy of the jersey by itself.
 */
export const OWN_SHIRT = "own-shirt";
