type Standing = 'going' | 'waiting' | 'asked' | 'left' | 'declined' | 'removed';

export type ModelCommand =
  | { do: 'join' | 'leave' | 'let_in' | 'decline' | 'remove' | 'take_over'; who: number }
  | { do: 'block' | 'unblock'; who: number; whom: number }
  | { do: 'seats'; seats: number }
  | { do: 'decide' | 'call_off' };

/** What the standings of a plan must be, in the plainest way: person 0 has made it, and nothing is stored or at once. */
export class PlanModel {
  host: number | null = 0;
  isDecided = false;
  isCalledOff = false;
  /** Those waiting, the first in line first. */
  line: number[] = [];
  readonly #entry: 'open' | 'ask';
  readonly #least: number;
  #seats: number;
  readonly #standings = new Map<number, Standing>([[0, 'going']]);
  readonly #timesLeft = new Map<number, number>();
  readonly #blocks = new Set<string>();

  constructor({ seats, least, entry }: { seats: number; least: number; entry: 'open' | 'ask' }) {
    this.#seats = seats;
    this.#least = least;
    this.#entry = entry;
  }

  standings(): Record<number, Standing> {
    return Object.fromEntries(this.#standings);
  }

  apply(one: ModelCommand): void {
    switch (one.do) {
      case 'join':
        this.#join(one.who);
        break;
      case 'leave':
        if (this.#sees(one.who) && !this.isCalledOff) this.#leave(one.who, true);
        break;
      case 'let_in':
        this.#letIn(one.who);
        break;
      case 'decline':
        break;
      case 'remove':
        if (this.host !== null && one.who !== this.host && !this.isCalledOff) this.#goes(one.who, 'removed');
        break;
      case 'block':
        this.#block(one.who, one.whom);
        break;
      case 'unblock':
        this.#blocks.delete(`${one.who}>${one.whom}`);
        break;
      case 'take_over':
        this.#takeOver(one.who);
        break;
      case 'seats':
        if (this.host === null || this.isCalledOff || this.isDecided || one.seats < this.#going()) return;
        this.#seats = one.seats;
        this.#fill();
        break;
      case 'decide':
        this.#decide();
        break;
      case 'call_off':
        if (this.host !== null) this.isCalledOff = true;
    }
  }

  #going = () => [...this.#standings.values()].filter((standing) => standing === 'going').length;
  #isLiving = (who: number) => ['going', 'waiting', 'asked'].includes(this.#standings.get(who) ?? '');
  #isHidden = (one: number, other: number) =>
    this.#blocks.has(`${one}>${other}`) || this.#blocks.has(`${other}>${one}`);
  #sees = (who: number) =>
    this.#standings.get(who) !== 'removed' &&
    (this.host === null || this.host === who || !this.#isHidden(this.host, who));

  #stand(who: number, standing: Standing) {
    this.#standings.set(who, standing);
    this.line = this.line.filter((one) => one !== who);
    if (standing === 'waiting') this.line.push(who);
  }

  #join(who: number) {
    if (!this.#sees(who) || this.isCalledOff) return;
    const isFree = this.#going() < this.#seats;
    const standing = this.#standings.get(who);
    const takesFreed = standing === 'waiting' && isFree && this.isDecided;
    if (takesFreed) this.#stand(who, 'going');
    if (this.#isLiving(who) || standing === 'declined' || (this.#timesLeft.get(who) ?? 0) >= 2) return;
    if (this.#entry === 'open') this.#stand(who, isFree ? 'going' : 'waiting');
    else if (!this.isDecided) this.#stand(who, 'asked');
  }

  #leave(who: number, counts: boolean) {
    if (this.#standings.get(who) === 'going' && counts)
      this.#timesLeft.set(who, (this.#timesLeft.get(who) ?? 0) + 1);
    this.#goes(who, 'left');
  }

  #goes(who: number, how: 'left' | 'removed') {
    if (!this.#isLiving(who)) return;
    this.#stand(who, how);
    if (this.host === who) this.host = null;
    this.#fill();
    this.#settle();
  }

  #letIn(who: number) {
    if (this.host === null || this.isCalledOff || this.isDecided || this.#standings.get(who) !== 'asked')
      return;
    this.#stand(who, this.#going() < this.#seats ? 'going' : 'waiting');
  }

  #block(who: number, whom: number) {
    this.#blocks.add(`${who}>${whom}`);
    if (this.isCalledOff) return;
    if (this.host === who) this.#goes(whom, 'removed');
    else if (this.host === whom) this.#leave(who, false);
  }

  #takeOver(who: number) {
    if (this.isCalledOff || this.host !== null || this.#standings.get(who) !== 'going') return;
    this.host = who;
    for (const other of this.#standings.keys()) {
      if (other !== who && this.#isHidden(who, other))
        this.#goes(other, this.#blocks.has(`${who}>${other}`) ? 'removed' : 'left');
    }
  }

  /** Before the decision the first in line who is not hidden from the host. */
  #fill() {
    if (this.isDecided || this.isCalledOff) return;
    for (const who of [...this.line]) {
      if (this.#going() >= this.#seats) return;
      if (this.host === null || !this.#isHidden(this.host, who)) this.#stand(who, 'going');
    }
  }

  #settle() {
    if (this.isCalledOff || this.host !== null) return;
    if (this.#going() < (this.isDecided ? 2 : 1)) this.isCalledOff = true;
  }

  #decide() {
    if (this.isCalledOff) return;
    if (this.host === null || this.#going() < this.#least) this.isCalledOff = true;
    this.isDecided = !this.isCalledOff;
    if (this.isCalledOff) return;
    for (const [who, standing] of this.#standings) if (standing === 'asked') this.#stand(who, 'declined');
  }
}
