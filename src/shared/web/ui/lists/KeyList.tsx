import './KeyList.css'

export type KeyWords = readonly (readonly [key: string, words: string])[]

/** The keyboard shortcuts, for devices with a keyboard. */
export function KeyList({ keys }: { keys: KeyWords }) {
  return (
    <p className="key-list">
      <span className="visually-hidden">Keys: </span>
      {keys.map(([key, words]) => (
        <span key={key} className="key-list__key">
          <kbd>{key}</kbd>
          <span>{` ${words}`}</span>
        </span>
      ))}
    </p>
  )
}
