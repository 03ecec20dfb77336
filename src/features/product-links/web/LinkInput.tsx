import type { InputHTMLAttributes } from 'react'

/** The field `url` of a link form, with a URL keyboard and without autocorrection. */
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
