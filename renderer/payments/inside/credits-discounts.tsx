import { FileText, Mail } from 'lucide-react'
import { useStore } from 'zustand'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { paths } from '../../routes.ts'
import { CommitButton } from './commit-button.tsx'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { PromoForm } from './promo-form.tsx'
import { whyNoEmail } from './why-no-email.ts'

const words = paymentPanelWords.credits

/** Shows Credits and Discounts (booking spec §2, section 2): promo, referral, and the invoice. */
export function CreditsAndDiscounts(props: PaymentPartProps) {
  // For a cancelled appointment, and for a user who may not move money, the panel shows only the invoice.
  if (props.view.study.status.cancelled || !props.gates.mayMoveMoney) {
    return (
      <Panel title={words.invoice}>
        <InvoiceActions {...props} />
      </Panel>
    )
  }
  return (
    <Panel title={words.title}>
      <div className="pp-credits">
        <section aria-label={words.promo}>
          <h3 className="pp-subtitle">{words.promo}</h3>
          <PromoForm {...props} />
        </section>
        <section aria-label={words.referral}>
          <h3 className="pp-subtitle">{words.referral}</h3>
          <ReferralForm {...props} />
        </section>
        <section aria-label={words.invoice}>
          <h3 className="pp-subtitle">{words.invoice}</h3>
          <InvoiceActions {...props} />
        </section>
      </div>
    </Panel>
  )
}

function ReferralForm({ desk, view, gates }: PaymentPartProps) {
  const { code } = useStore(desk, (state) => state.forms.referral)
  const commit = useStore(desk, (state) => state.commits.referral)
  const { payments } = view
  // Without location and time every discount is 0; a press on the button shows what is missing (booking spec §8).
  const isValid = !gates.hasPlace || payments.referralDiscount > 0
  const apply = (): void => {
    const { say, applyReferral, isJustDone } = desk.getState()
    if (isJustDone('referral')) return
    if (!gates.hasPlace) {
      say({ title: paymentTitles.referralCodeError, text: paymentMessages.referralNoLocation })
      return
    }
    if (code.trim() === '') say({ title: paymentTitles.referralCodeError, text: paymentMessages.referralInvalid })
    else void applyReferral(code.trim())
  }
  return (
    <div className="pp-form">
      <TextField
        label={words.referralCode}
        value={code}
        onChange={(text) => desk.getState().update('referral', { code: text })}
        disabledReason={commit === 'idle' ? null : awaitingReason}
      />
      <CommitButton
        commit={commit}
        what="credit"
        variant="outline"
        reason={gates.discount ?? (isValid ? null : (payments.referralNotice ?? words.noReferralDiscount))}
        act={isValid ? words.applyReferral : words.notValid}
        view={isValid ? view : null}
        onPress={apply}
      />
      {payments.ownReferralCode === '' ? null : <p className="pp-quiet">{words.ownCode(payments.ownReferralCode)}</p>}
    </div>
  )
}

function InvoiceActions({ desk, view, isOnline, gates }: PaymentPartProps) {
  const emailing = useStore(desk, (state) => state.commits.email)
  const suppressing = useStore(desk, (state) => state.commits.suppression)
  const { study } = view
  const { invoiceAvailable, customerEmailAvailable } = study.status
  const offline = whyNotOffline('changeMessages', isOnline)
  const set = (change: Partial<Record<'invoiceAvailable' | 'customerEmailAvailable', boolean>>): void =>
    void desk.getState().setSuppression({ version: study.version, invoiceAvailable, customerEmailAvailable, ...change })
  return (
    <div className="pp-form">
      <div className="pp-row">
        {invoiceAvailable ? (
          <LinkButton href={paths.invoice(study.studyID)} isExternal icon={<FileText aria-hidden="true" />}>
            {words.viewInvoice}
          </LinkButton>
        ) : (
          <Button icon={<FileText aria-hidden="true" />} disabledReason={paymentMessages.invoiceSuppressed}>
            {words.viewInvoice}
          </Button>
        )}
        {gates.mayMoveMoney ? (
          <Button
            icon={<Mail aria-hidden="true" />}
            isPending={emailing === 'pending'}
            disabledReason={whyNoEmail(view) ?? offline}
            onPress={() => void desk.getState().emailInvoice()}
          >
            {words.emailInvoice}
          </Button>
        ) : null}
      </div>
      <Checkbox
        isSelected={!invoiceAvailable}
        onChange={(isSelected) => set({ invoiceAvailable: !isSelected })}
        disabledReason={suppressing === 'pending' ? awaitingReason : offline}
      >
        {words.suppressInvoice}
      </Checkbox>
      <Checkbox
        isSelected={!customerEmailAvailable}
        onChange={(isSelected) => set({ customerEmailAvailable: !isSelected })}
        disabledReason={suppressing === 'pending' ? awaitingReason : offline}
      >
        {words.suppressEmail}
      </Checkbox>
      {/* The spec ties this note to the invoice alone: with customer email off, the invoice can still be viewed. */}
      {!invoiceAvailable ? <p className="pp-why">{paymentMessages.invoiceSuppressed}</p> : null}
    </div>
  )
}
