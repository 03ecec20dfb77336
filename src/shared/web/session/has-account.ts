import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'

/** Keeps that somebody has an account on this device. */
export function saveHasAccount(): void {
  try {
    localStorage.setItem(storageKeys.hasAccount, '1')
  } catch {
    // Without storage everybody is led to the login.
  }
}

/** Where to begin what takes an account: who never had one on this device registers first. */
export function getAccountPath(): string {
  return hasAccount() ? paths.login() : paths.register()
}

/** Whether somebody has signed in or registered on this device; yes where nothing can be stored. */
function hasAccount(): boolean {
  try {
    return localStorage.getItem(storageKeys.hasAccount) !== null
  } catch {
    return true
  }
}
