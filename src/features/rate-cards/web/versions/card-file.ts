import { maxImportBytes } from '../../texts-and-limits.ts'

/** Why a file cannot be sent, as a message for the user. */
export type FileFault = { title: string; text?: string }

/** Parses the JSON of a file; the server validates the card. */
export async function readCardFile(file: File): Promise<{ card: unknown } | FileFault> {
  if (file.size > maxImportBytes) return { title: 'A rate card may have 1 MB at most.' }
  const text = (await file.text()).trim()
  if (text === '') return { title: 'This file is empty.' }
  try {
    return { card: JSON.parse(text) }
  } catch (error) {
    return { title: 'This file is not JSON.', text: error instanceof Error ? error.message : '' }
  }
}
