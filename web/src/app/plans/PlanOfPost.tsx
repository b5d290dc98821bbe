import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PlanButton } from '#features/plans/PlanButton.tsx';
import { PlanCard } from '#features/plans/PlanCard.tsx';
import { planForms } from '#features/plans/plan-draft.ts';
import { draftOfPost } from '#features/plans/plan-of-post.ts';
import { usePlan } from '#features/plans/plans.api.ts';
import { Button } from '#ui/Button.tsx';

interface PlanOfPostProps {
  post: Post;
  user: User | null;
}

export function PlanOfPost({ post, user }: PlanOfPostProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (post.planId) return <Card planId={post.planId} user={user} />;
  if (post.planId === undefined || user?.id !== post.userId) return null;
  const make = () => {
    // What was begun of it and is kept goes on.
    if (planForms.of(user.id, 'new')?.fromPostId !== post.id)
      planForms.keep(user.id, 'new', draftOfPost(post));
    // The map writes its view beside the router, so the window knows the whole address.
    navigate({ pathname: '/', search: window.location.search }, { state: { makesPlan: true } });
  };
  return (
    <Button size="s" kind="ghost" icon="people-plus" onClick={make}>
      {t('plans.makeIt')}
    </Button>
  );
}

function Card({ planId, user }: { planId: string; user: User | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: plan } = usePlan(planId);
  if (!plan) return null;
  return (
    <section className="plans-after" aria-label={t('plans.becamePlan')}>
      <p className="sm t2">{t('plans.becamePlan')}</p>
      <PlanCard plan={plan} located={false} selected={false} onOpen={({ id }) => navigate(`/plan/${id}`)}>
        <PlanButton user={user} plan={plan} size="s" />
      </PlanCard>
    </section>
  );
}
