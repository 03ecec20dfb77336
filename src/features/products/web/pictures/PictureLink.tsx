import { useState } from 'react'

type PictureLinkProps = {
  id: string
  /** Adds the picture; resolves to true on success. */
  onAdd: (link: string) => Promise<boolean>
}

/** A field for a link to an image. Enter adds the image and does not submit the surrounding form. */
export function PictureLink({ id, onAdd }: PictureLinkProps) {
  const [link, setLink] = useState('')
  async function add() {
    const trimmed = link.trim()
    if (trimmed !== '' && (await onAdd(trimmed))) setLink('')
  }
  return (
    <div className="field pictures__link">
      <label className="field__label" htmlFor={id}>
        Image link <span className="pictures__count">optional</span>
      </label>
      <span className="pictures__link-row">
        <input
          className="input"
          id={id}
          inputMode="url"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={link}
          onChange={({ target }) => setLink(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void add()
          }}
        />
        <button type="button" className="btn" onClick={() => void add()}>
          Add link
        </button>
      </span>
    </div>
  )
}
