/** The element of a field; a button for a value that is chosen and not typed. */
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement
export type FieldTexts = ReturnType<typeof createFieldTexts>

/** The texts of a form's fields, by name. The elements hold them too, so that typing does not re-render the form. */
export function createFieldTexts(start: Readonly<Record<string, string | undefined>>) {
  const texts = new Map(Object.entries(start))
  const elements = new Map<string, FieldElement>()
  const listeners = new Set<() => void>()

  /** Stores the text that was typed. */
  function note(name: string, text: string): void {
    texts.set(name, text)
    for (const listener of listeners) listener()
  }

  return {
    getText: (name: string): string => texts.get(name) ?? '',
    note,
    /** Writes a text to the field by script. */
    put(name: string, text: string): void {
      const element = elements.get(name)
      if (element) element.value = text
      note(name, text)
    },
    /** A field without a text takes what was typed or autofilled before the script loaded. */
    attach(name: string, element: FieldElement | null): void {
      if (!element || elements.get(name) === element) return // React detaches and attaches it at each render
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
