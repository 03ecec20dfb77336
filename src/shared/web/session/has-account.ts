import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'

/** Stores that an account was used on this device. */
export function saveHasAccount(): void {
  try {
    localStorage.setItem(storageKeys.hasAccount, '1')
  } catch {
    // Without storage visitors are sent to the login.
  }
}

/** The first page of an action that needs an account: registration on a device where no account was used. */
export function getAccountPath(): string {
  return hasAccount() ? paths.login() : paths.register()
}

/** True after a login or registration on this device, and when nothing can be stored. */
function hasAccount(): boolean {
  try {
    return localStorage.getItem(storageKeys.hasAccount) !== null
  } catch {
    return true
  }
}
