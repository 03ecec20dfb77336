import { Menu } from 'lucide-react'
import { type ComponentType, useCallback, useState } from 'react'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

type SheetComponent = ComponentType<{ open: boolean; onClose: () => void }>
type SheetButtonProps = { label: string; className: string; load: () => Promise<SheetComponent> }

/** Opens a menu in a sheet, whose code loads with the first press. */
export function SheetButton({ label, className, load }: SheetButtonProps) {
  const [loaded, setLoaded] = useState<{ Sheet: SheetComponent }>()
  const [isOpen, setOpen] = useState(false)
  const handleClose = useCallback(() => setOpen(false), [])
  async function handleClick() {
    const Sheet = await load()
    setLoaded({ Sheet })
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className={`btn btn--quiet btn--icon js-only ${className}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() =>
          handleClick().catch(() =>
            toast.error("We couldn't open the menu. Check your connection and try again."),
          )
        }
      >
        <Menu className="icon" aria-hidden />
        <span className="visually-hidden">{label}</span>
      </button>
      {loaded && <loaded.Sheet open={isOpen} onClose={handleClose} />}
    </>
  )
}
