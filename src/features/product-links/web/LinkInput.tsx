import type { InputHTMLAttributes } from 'react'

/** The field `url` of every link form: a keyboard for addresses, and no program that changes what was pasted. */
export function LinkInput(props: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <input
      name="url"
      inputMode="url"
      enterKeyHint="go"
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      placeholder="Paste a product link"
      {...props}
    />
  )
}
