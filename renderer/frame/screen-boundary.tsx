import { Component, type ReactNode } from 'react'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { frameWords } from './frame-words.ts'
import './screen-boundary.css'

type Props = {
  home: string
  /** The address of the page. A new address removes the error. */
  place?: string
  onError: (thrown: unknown) => void
  children: ReactNode
}
type State = { hasFailed: boolean }

/** Catches the error of a screen, so that header, lock and other screens keep working. Drafts keep the typed text. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onError(thrown)
  }

  override componentDidUpdate({ place }: Props, { hasFailed }: State): void {
    if (hasFailed && place !== this.props.place) this.setState({ hasFailed: false })
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="s-screen-boundary">
        <h1>{frameWords.broken.heading}</h1>
        <Banner
          tone="error"
          title={frameWords.broken.title}
          action={
            <>
              <Button size="small" variant="primary" onPress={() => this.setState({ hasFailed: false })}>
                {frameWords.broken.tryAgain}
              </Button>
              <LinkButton size="small" href={this.props.home}>
                {frameWords.broken.goToStart}
              </LinkButton>
            </>
          }
        >
          {frameWords.broken.text}
        </Banner>
      </div>
    )
  }
}
