import { maxImportBytes } from '../../spec.ts'

/** What a file asks to be imported: a whole card, or tiers of one. */
export type CardFile = { card: unknown } | { csv: string }
/** Why a file cannot be sent, as a message for the user. */
export type FileFault = { title: string; text?: string }

export const acceptedFileTypes = '.json,.csv,application/json,text/csv'

/** Takes the file apart so far as to know what it is; the server looks for the rest. */
export async function readCardFile(file: File): Promise<CardFile | FileFault> {
  if (file.size > maxImportBytes) return { title: 'A rate card may have 1 MB at most.' }
  const text = (await file.text()).trim()
  if (text === '') return { title: 'This file is empty.' }
  if (/\.csv$/i.test(file.name) || !/^[{["]/.test(text)) return { csv: text }
  try {
    return { card: JSON.parse(text) }
  } catch (error) {
    return { title: 'This file is not JSON.', text: error instanceof Error ? error.message : '' }
  }
}
