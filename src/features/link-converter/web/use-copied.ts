import { useEffect, useState } from 'react'
import { copyText } from '#shared/web/copy-text.ts'

/** How long a button confirms the copy. */
const confirmationMs = 2000

/** Copies a text to the clipboard. `isCopied` stays true for a short time, so that the button can confirm it. */
export function useCopied(): { isCopied: boolean; copy: (text: string) => void } {
  const [copiedAt, setCopiedAt] = useState<number>()
  useEffect(() => {
    if (copiedAt === undefined) return
    const timer = setTimeout(() => setCopiedAt(undefined), confirmationMs)
    return () => clearTimeout(timer)
  }, [copiedAt])
  async function copy(text: string) {
    if (await copyText(text, { isQuiet: true })) setCopiedAt(Date.now())
  }
  return { isCopied: copiedAt !== undefined, copy: (text) => void copy(text) }
}
