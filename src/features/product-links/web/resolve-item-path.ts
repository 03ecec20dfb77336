import type { ApiClient } from '#shared/contract.ts'
import { paths } from '#shared/paths.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { toast } from '#shared/web/ui/feedback/toasts.ts'
import type { ParsedLink, ParseError } from '../contract.ts'
import { findLinks, listReadings } from '../link-text.ts'
import { parseLink } from '../parse.ts'
import { resolveLink } from '../resolve-link.ts'
import { findEmbeddedShortLink } from '../url-parser.ts'
import { showLinkError } from './link-error-dialog.tsx'
import { describeUnknownHost } from './unknown-host.ts'

type ResolveItemPathOptions = { send: ApiClient; toQc: boolean }

/** Where the link in a form's field leads; undefined where the dialog has shown the error. */
export async function resolveItemPath(
  form: HTMLFormElement,
  { send, toQc }: ResolveItemPathOptions,
): Promise<string | undefined> {
  const text = String(new FormData(form).get('url') ?? '')
  const link = await resolveWithToast(text, send)
  if (!link.ok) {
    const shortLink = link.shortLink ?? findWrittenShortLink(link, text)
    void showLinkError({ ...link, shortLink }, { onEdit: () => focusLinkInput(form) })
    return undefined
  }
  saveLink(text, link)
  if (link.host !== undefined) toast(describeUnknownHost(link.host))
  return (toQc ? paths.productQc : paths.product)(link.shopType, link.id)
}

function findWrittenShortLink({ code }: ParseError, text: string): string | undefined {
  const links = code === 'SHORT_LINK' ? listReadings(text).flatMap((reading) => findLinks(reading)) : []
  return links.map((link) => findEmbeddedShortLink(link)?.link).find((link) => link !== undefined)
}

/** Resolving a short link takes a moment, which is shown. */
async function resolveWithToast(text: string, send: ApiClient): Promise<ParsedLink | ParseError> {
  let told: string | undefined
  try {
    return await resolveLink(send, text, () => {
      told = toast.loading('Opening the short link…')
    })
  } finally {
    if (told !== undefined) toast.dismiss(told)
  }
}

function focusLinkInput(form: HTMLFormElement): void {
  const box = form.querySelector('input:not([type=hidden])')
  if (!(box instanceof HTMLInputElement)) return
  box.focus()
  box.select()
}

/** The last pasted link (§3), when it names its item; for any other text, the item's own URL. */
function saveLink(text: string, { canonicalUrl }: ParsedLink): void {
  const pasted = text.trim()
  const isAddress = /^https?:$/.test(URL.parse(pasted)?.protocol ?? '') && parseLink(pasted).ok
  try {
    localStorage.setItem(storageKeys.url, isAddress ? pasted : canonicalUrl)
  } catch {
    // Without storage the item still opens.
  }
}
