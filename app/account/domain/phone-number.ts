/** A typed number in the form that services accept: `+33612345678`. */
export function phoneNumber(typed: string): string {
  const digits = typed.replaceAll(/[\s().\-/\u2010-\u2015]/g, "");
  return digits.replace(/^00/, "+");
}
