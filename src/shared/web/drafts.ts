const prefix = 'draft:'

/** A draft belongs to the user who typed it: an account's id, or undefined for a visitor. */
export type DraftKey = { form: string; owner: string | undefined }
type StoredDraft = { owner: string | undefined; texts: Record<string, string>; savedAt?: number }

/**
 * Stores what was typed into a form until this tab is closed, so that a login in between loses nothing (§4).
 * Never pass it a password.
 */
export function saveDraft({ form, owner }: DraftKey, texts: Record<string, string>): void {
  const draft: StoredDraft = { owner, texts, savedAt: Date.now() }
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(draft))
  } catch {
    // Without storage there are no drafts.
  }
}

/** The draft of the same user; empty when there is none. */
export function readDraft(key: DraftKey): Record<string, string> {
  return readStoredDraft(key)?.texts ?? {}
}

/** When the user typed into the form last, in ms; undefined when there is no draft. */
export function readDraftTime(key: DraftKey): number | undefined {
  return readStoredDraft(key)?.savedAt
}

function readStoredDraft({ form, owner }: DraftKey): StoredDraft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(prefix + form) ?? 'null')
    return isDraft(draft) && draft.owner === owner ? draft : undefined
  } catch {
    return undefined
  }
}

/** Deletes the draft of a form that was sent. */
export function deleteDraft(form: string): void {
  try {
    sessionStorage.removeItem(prefix + form)
  } catch {
    // As above.
  }
}

/** Deletes all drafts after a logout. */
export function deleteAllDrafts(): void {
  try {
    const keys = Array.from(
      { length: sessionStorage.length },
      (_item, index) => sessionStorage.key(index) ?? '',
    )
    for (const key of keys) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null || !('texts' in value)) return false
  const { texts } = value
  return (
    typeof texts === 'object' &&
    texts !== null &&
    Object.values(texts).every((text) => typeof text === 'string')
  )
}
