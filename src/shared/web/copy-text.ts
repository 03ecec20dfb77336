import { toast } from '#shared/web/ui/feedback/toasts.ts'

type CopyOptions = {
  /** No toast, because the page confirms the copy itself. */
  isQuiet?: boolean
}

/** Copies a text to the clipboard and confirms it with a toast. True when it was copied. */
export async function copyText(text: string, { isQuiet = false }: CopyOptions = {}): Promise<boolean> {
  const isCopied = await writeClipboard(text)
  if (!isCopied) toast.error('Your browser blocked copying. Select the link and copy it yourself.')
  else if (!isQuiet) toast.success('Copied')
  return isCopied
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** The fallback for pages that are not served over https. */
function copySelection(text: string): boolean {
  const box = document.createElement('textarea')
  const opener = document.activeElement
  box.value = text
  box.className = 'visually-hidden'
  box.readOnly = true
  document.body.append(box)
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  return isCopied
}
