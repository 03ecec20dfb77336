/** What holds the text of a field; a button does where something else than letters is chosen. */
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement
export type FieldTexts = ReturnType<typeof createFieldTexts>

/** The texts of a form's fields, by name. The elements hold them too, so that no letter draws the form anew. */
export function createFieldTexts(start: Readonly<Record<string, string | undefined>>) {
  const texts = new Map(Object.entries(start))
  const elements = new Map<string, FieldElement>()
  const listeners = new Set<() => void>()

  /** What was typed. */
  function note(name: string, text: string): void {
    texts.set(name, text)
    for (const listener of listeners) listener()
  }

  return {
    getText: (name: string): string => texts.get(name) ?? '',
    note,
    /** Puts a text in by script. */
    put(name: string, text: string): void {
      const element = elements.get(name)
      if (element) element.value = text
      note(name, text)
    },
    /** A field without a text takes over what was typed or filled in before the script was there. */
    attach(name: string, element: FieldElement | null): void {
      if (!element || elements.get(name) === element) return // React lets go of it and takes it up with each drawing
      elements.set(name, element)
      const text = texts.get(name)
      if (text === undefined) texts.set(name, element.value)
      else element.value = text
    },
    focus: (name: string): void => elements.get(name)?.focus(),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
