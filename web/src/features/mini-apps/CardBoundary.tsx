import { Component, type ReactNode } from 'react';
import { logFailure } from '#platform/failures.ts';

interface CardBoundaryProps {
  /** What stands there when the card cannot be drawn. */
  fallback: ReactNode;
  /** Another one is another attempt. */
  attempt: unknown;
  children: ReactNode;
}

/** A card that breaks takes nothing down but itself; what comes anew is tried again. */
export class CardBoundary extends Component<CardBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logFailure(error);
  }

  override componentDidUpdate(before: CardBoundaryProps): void {
    if (this.state.hasFailed && before.attempt !== this.props.attempt) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
