import type { Sent } from '../../../stores/sends-store.ts'
import type { StudyPage } from '../study-part-props.ts'

/** Says that something goes its way, and takes it back while it has not begun. */
export const saySent = (page: StudyPage, { job, delivery }: Sent): void => {
  const { bridge, notices } = page
  const undo = async (): Promise<void> => {
    const reply = await bridge.jobs.cancel({ jobID: job.jobID })
    if (reply.ok) notices.success({ title: 'Not sent: it was cancelled', description: delivery.title })
    else notices.error({ title: 'It could not be cancelled', description: reply.failure.message })
  }
  notices.success({
    title: `On its way to ${delivery.recipientName}`,
    description: `${delivery.title}. The queue sends it.`,
    action: { label: 'Undo', onPress: () => void undo() },
  })
}
