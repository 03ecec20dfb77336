/**
 * The canonical spelling of an email address by which accounts are compared; addresses are ASCII, so this
 * folds nothing else.
 */
export function getEmailKey(email: string): string {
  return email.trim().toLowerCase()
}
