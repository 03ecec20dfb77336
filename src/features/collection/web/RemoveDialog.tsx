import { paths } from '#shared/paths.ts'
import { confirmDeletion } from '#shared/web/ui/dialogs/confirmations.ts'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'

type RemoveDialogProps = { name: string; onRemove: () => void; onClose: () => void }

/** The actions of a saved item; removing it asks for confirmation (§4 Delete actions). */
export function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  async function handleRemove() {
    onClose()
    if (await confirmDeletion(name)) onRemove()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="In your collection"
      description={name}
      acts={
        <>
          <button type="button" className="btn" onClick={handleRemove}>
            Remove
          </button>
          <a className="btn btn--brand" href={paths.collection()}>
            My Collection
          </a>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
