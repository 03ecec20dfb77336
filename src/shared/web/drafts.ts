const prefix = 'draft:'

/** A form's text belongs to whoever wrote it: an account's id, or nobody's for a visitor. */
export type DraftKey = { form: string; owner: string | undefined }
type Draft = { owner: string | undefined; texts: Record<string, string> }

/**
 * Keeps what was typed into a form until this tab is closed, so that a login in between loses nothing (§4).
 * Never hand it a password.
 */
export function saveDraft({ form, owner }: DraftKey, texts: Record<string, string>): void {
  const draft: Draft = { owner, texts }
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing keeps no drafts either.
  }
}

/** What the same person typed into the form before; empty when there is nothing. */
export function readDraft({ form, owner }: DraftKey): Record<string, string> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(prefix + form) ?? 'null')
    return isDraft(draft) && draft.owner === owner ? draft.texts : {}
  } catch {
    return {}
  }
}

/** The form was sent. */
export function deleteDraft(form: string): void {
  try {
    sessionStorage.removeItem(prefix + form)
  } catch {
    // As above.
  }
}

/** Whoever wrote them has left. */
export function dropAllDrafts(): void {
  try {
    const keys = Array.from(
      { length: sessionStorage.length },
      (_all, place) => sessionStorage.key(place) ?? '',
    )
    for (const key of keys) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('texts' in value)) return false
  const { texts } = value
  return (
    typeof texts === 'object' &&
    texts !== null &&
    Object.values(texts).every((text) => typeof text === 'string')
  )
}
