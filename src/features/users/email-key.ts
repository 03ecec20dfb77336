/** The one spelling of an address by which accounts are told apart; addresses are ASCII, so this folds nothing else. */
export function getEmailKey(email: string): string {
  return email.trim().toLowerCase()
}
