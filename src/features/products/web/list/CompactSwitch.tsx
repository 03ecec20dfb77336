import { Switch } from '#shared/web/ui/forms/Switch.tsx'
import { filtersId } from '../filters/PopularFilters.tsx'

type CompactSwitchProps = { isCompact: boolean; onChange: (isCompact: boolean) => void }

/** §2 Compact mode; without script it is sent with the filters. */
export function CompactSwitch({ isCompact, onChange }: CompactSwitchProps) {
  return (
    <Switch
      label="Compact mode"
      isOn={isCompact}
      onChange={onChange}
      name="view"
      value="compact"
      form={filtersId}
    />
  )
}
