import './KeyList.css'

export type KeyWords = readonly (readonly [key: string, description: string])[]

/** The keyboard shortcuts, for devices with a keyboard. */
export function KeyList({ keys }: { keys: KeyWords }) {
  return (
    <p className="key-list">
      <span className="visually-hidden">Keys: </span>
      {keys.map(([key, description]) => (
        <span key={key} className="key-list__key">
          <kbd>{key}</kbd>
          <span>{` ${description}`}</span>
        </span>
      ))}
    </p>
  )
}
