import { getItemLink } from '#features/product-links/item-link.ts'
import { noUrlText } from '#features/products/texts-and-limits.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { showAlert } from '#shared/web/ui/dialogs/alerts.ts'

/**
 * Finds the link by which an item is added to the list (§2). Without one a dialog is shown, whose button navigates to the
 * dashboard by `onLeave`.
 */
export async function findLinkToAdd(
  { shopType, productCode }: ItemParams,
  onLeave: (path: string) => void,
): Promise<string | undefined> {
  const link = getItemLink({ shopType, id: productCode }, readStoredUrl())
  if (link !== undefined) return link
  const toDashboard = { label: 'Dashboard', run: () => onLeave(paths.addProduct()) }
  await showAlert({ title: 'Oops...', text: noUrlText, actions: [toDashboard] })
  return undefined
}

/** The last pasted link (§3). */
function readStoredUrl(): string | null {
  try {
    return localStorage.getItem(storageKeys.url)
  } catch {
    return null // storage is not available
  }
}
