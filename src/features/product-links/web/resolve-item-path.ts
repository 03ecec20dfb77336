import type { ApiClient } from '#shared/contract.ts'
import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { ParsedLink, ParseError, ReadLink } from '../contract.ts'
import { findLinks, listTextForms } from '../find-links.ts'
import { parseLink } from '../parse-link.ts'
import { resolveLink } from '../resolve-link.ts'
import { findEmbeddedShortLink } from '../url-parser.ts'
import { showInvalidLinkDialog } from './invalid-link-dialog.tsx'
import { describeUnknownHost } from './unknown-host.ts'
import { saveHints } from './use-stored-hints.ts'

type ResolveItemPathOptions = { send: ApiClient; toQc: boolean }

/** The path of the item behind a form's link; undefined after the error dialog was shown. */
export async function resolveItemPath(
  form: HTMLFormElement,
  { send, toQc }: ResolveItemPathOptions,
): Promise<string | undefined> {
  const text = String(new FormData(form).get('url') ?? '')
  const link = await resolveWithToast(text, send)
  if (!link.ok) {
    const shortLink = link.shortLink ?? findShortLinkInText(link, text)
    void showInvalidLinkDialog({ ...link, shortLink }, { onEdit: () => focusLinkInput(form) })
    return undefined
  }
  saveLink(text, link)
  saveHints([link], 'pasted')
  if (link.host !== undefined) toast(describeUnknownHost(link.host))
  return (toQc ? paths.productQc : paths.product)(link.shopType, link.id)
}

function findShortLinkInText({ code }: ParseError, text: string): string | undefined {
  const links = code === 'SHORT_LINK' ? listTextForms(text).flatMap((form) => findLinks(form)) : []
  return links.map((link) => findEmbeddedShortLink(link)?.link).find((link) => link !== undefined)
}

/** Shows a toast while a short link is resolved. */
async function resolveWithToast(text: string, send: ApiClient): Promise<ReadLink> {
  let toastId: string | undefined
  try {
    return await resolveLink(send, text, () => {
      toastId = toast.loading('Opening the short link…')
    })
  } finally {
    if (toastId !== undefined) toast.dismiss(toastId)
  }
}

function focusLinkInput(form: HTMLFormElement): void {
  const box = form.querySelector('input:not([type=hidden])')
  if (!(box instanceof HTMLInputElement)) return
  box.focus()
  box.select()
}

/** Stores the last pasted link (§3) when it is a URL of the item; for any other text, the item's canonical URL. */
function saveLink(text: string, { canonicalUrl }: ParsedLink): void {
  const pasted = text.trim()
  const isItemUrl = /^https?:$/.test(URL.parse(pasted)?.protocol ?? '') && parseLink(pasted).ok
  try {
    localStorage.setItem(storageKeys.url, isItemUrl ? pasted : canonicalUrl)
  } catch {
    // Without storage the item still opens.
  }
}
