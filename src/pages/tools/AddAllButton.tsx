import type { RecognizedItem } from '#features/link-converter/web/ConvertResults.tsx'
import { toast } from '#shared/web/ui/feedback/toasts.ts'

/** Puts all items of the converter's results into the haul. */
export function AddAllButton({ items }: { items: readonly RecognizedItem[] }) {
  async function handleClick() {
    const { addAllToHaul } = await import('./add-all-to-haul.ts')
    addAllToHaul(items)
  }
  return (
    <button
      type="button"
      className="btn js-only"
      onClick={() => handleClick().catch(() => toast.error("We couldn't change your haul."))}
    >
      Add all to haul
    </button>
  )
}
