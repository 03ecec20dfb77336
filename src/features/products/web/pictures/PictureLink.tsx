import { useState } from 'react'

type PictureLinkProps = {
  id: string
  /** Resolves to whether the picture was added. */
  onAdd: (link: string) => Promise<boolean>
}

/** A link to an image; Enter adds it and does not send the form around it. */
export function PictureLink({ id, onAdd }: PictureLinkProps) {
  const [link, setLink] = useState('')
  async function add() {
    const wanted = link.trim()
    if (wanted !== '' && (await onAdd(wanted))) setLink('')
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
