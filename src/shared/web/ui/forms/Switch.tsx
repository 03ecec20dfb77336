import './Switch.css'
import { type InputHTMLAttributes, type ReactNode, useState } from 'react'

type SwitchProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value' | 'form'> & {
  label: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  className?: string
}

/** On or off, effective at once. */
export function Switch({ label, isOn, onChange, className = '', ...field }: SwitchProps) {
  // Moves with the finger; the value passed in decides and follows.
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
