import { askConfirm } from './alerts.ts'

/** Asks for confirmation before the thing called `name` is deleted (§4 Delete actions). */
export function confirmDeletion(name: string): Promise<boolean> {
  return askConfirm({
    title: 'Are you sure?',
    text: "You won't be able to revert this!",
    help: name,
    confirm: 'Yes, delete it!',
    isDanger: true,
  })
}
