import { LayoutGrid } from 'lucide-react'
import { Switch } from '#shared/web/ui/forms/Switch.tsx'
import './CompactSwitch.css'

type CompactSwitchProps = { isCompact: boolean; onChange: (isCompact: boolean) => void }

/** The Compact mode switch (§2) beside the filters. Without JavaScript it is submitted with them. */
export function CompactSwitch({ isCompact, onChange }: CompactSwitchProps) {
  return (
    <Switch
      className="compact-switch"
      label={
        <>
          <LayoutGrid className="icon" aria-hidden />
          <span className="compact-switch__words">Compact mode</span>
        </>
      }
      isOn={isCompact}
      onChange={onChange}
      name="view"
      value="compact"
    />
  )
}
