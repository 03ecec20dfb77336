import './Switch.css'
import { type InputHTMLAttributes, type ReactNode, useState } from 'react'

type SwitchProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value' | 'form'> & {
  label: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  className?: string
}

/** A switch that takes effect immediately. */
export function Switch({ label, isOn, onChange, className = '', ...field }: SwitchProps) {
  // Changes at once on input. A new value of `isOn` replaces it.
  const [isChecked, setChecked] = useState(isOn)
  const [lastIsOn, setLastIsOn] = useState(isOn)
  if (isOn !== lastIsOn) {
    setLastIsOn(isOn)
    setChecked(isOn)
  }
  return (
    <label className={`switch toggle ${className}`}>
      <span>{label}</span>
      <input
        {...field}
        className="over-label"
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        checked={isChecked}
        onChange={({ target }) => {
          setChecked(target.checked)
          onChange(target.checked)
        }}
      />
      <span className="switch__track" aria-hidden />
    </label>
  )
}
