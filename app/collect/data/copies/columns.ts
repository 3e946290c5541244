/** What owners say about their copies. */
export const DETAILS =
  "size_scale, size, version, condition, printed_name, printed_number, is_signed, signed_by, certificate, price, currency, bought_on, bought_from, lent_to, lent_since, storage_place, notes" as const;
