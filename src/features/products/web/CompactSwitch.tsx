import './CompactSwitch.css'
import { useState } from 'react'
import { filtersId } from './PopularFilters.tsx'

type CompactSwitchProps = { isCompact: boolean; onChange: (isCompact: boolean) => void }

/** §2 Compact mode; without script it is sent with the filters. */
export function CompactSwitch({ isCompact, onChange }: CompactSwitchProps) {
  // Moves under the finger; the address, which has the last word, follows.
  const [isOn, setOn] = useState(isCompact)
  const [seen, setSeen] = useState(isCompact)
  if (isCompact !== seen) {
    setSeen(isCompact)
    setOn(isCompact)
  }
  return (
    <label className="switch compact-switch">
      <span>Compact mode</span>
      <input
        className="compact-switch__box"
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        name="view"
        value="compact"
        form={filtersId}
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked)
          onChange(target.checked)
        }}
      />
      <span className="switch__track" aria-hidden />
    </label>
  )
}
