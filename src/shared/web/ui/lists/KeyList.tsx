import './KeyList.css'

/** The keyboard shortcuts, for devices with a keyboard. */
export function KeyList({ keys }: { keys: readonly (readonly [key: string, words: string])[] }) {
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
