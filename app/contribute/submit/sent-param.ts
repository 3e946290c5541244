/** Parameter of the submission page after a submission: the jersey's id. */
export const SENT_PARAM = "sent";
