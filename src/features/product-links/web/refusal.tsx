import { showAlert } from '#shared/web/ui/alerts.ts'
import { dialogOf, linkDialogs, type RefusalCode, refusalWords } from '../spec.ts'

/** The dialog of §8 for a refused link, with the reason in our own words under its sentence. */
export function showRefusal(code: RefusalCode, { onEdit }: { onEdit: () => void }): Promise<void> {
  const { wrong, remedy } = refusalWords[code]
  return showAlert({
    ...linkDialogs[dialogOf[code]],
    help: `${wrong} ${remedy}`,
    actions: [{ label: 'Edit link', run: onEdit }],
  })
}
