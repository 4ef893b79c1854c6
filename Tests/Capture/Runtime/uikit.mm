// A stand-in for UIKit on GNUstep: it runs the expression of plumbline_lldb.py, which the file expression.inc has, and prints its value.
#import <Foundation/Foundation.h>

@interface UIResponder : NSObject {
    id nextResponder;
}
@property (nonatomic, assign) id nextResponder;
@end
@implementation UIResponder
@synthesize nextResponder;
@end

@interface UIViewController : UIResponder
- (void)loadView;
@end
@implementation UIViewController
- (void)loadView {}
@end

@interface UILayoutGuide : NSObject {
    NSRect layoutFrame;
    id owningView;
    NSString *identifier;
}
@property (nonatomic, assign) NSRect layoutFrame;
@property (nonatomic, assign) id owningView;
@property (nonatomic, retain) NSString *identifier;
@end
@implementation UILayoutGuide
@synthesize layoutFrame, owningView, identifier;
@end

@interface NSLayoutConstraint : NSObject {
    id firstItem, secondItem;
    long firstAttribute, secondAttribute, relation;
    double multiplier, constant;
    float priority;
    NSString *identifier;
    BOOL active;
}
@property (nonatomic, assign) id firstItem, secondItem;
@property (nonatomic, assign) long firstAttribute, secondAttribute, relation;
@property (nonatomic, assign) double multiplier, constant;
@property (nonatomic, assign) float priority;
@property (nonatomic, retain) NSString *identifier;
@property (nonatomic, assign, getter=isActive) BOOL active;
@end
@implementation NSLayoutConstraint
@synthesize firstItem, secondItem, firstAttribute, secondAttribute, relation, multiplier, constant, priority, identifier, active;
@end

/// What GNUstep's key-value coding does not box, as Apple's describes it.
@interface UIView : UIResponder {
    UIView *superview;
    NSMutableArray *subviews, *constraints;
    NSRect frame, bounds;
    NSPoint center;
    BOOL translatesAutoresizingMaskIntoConstraints;
    unsigned long autoresizingMask;
    NSString *accessibilityIdentifier, *layoutMargins, *alignmentRectInsets, *transform;
    NSSize intrinsicContentSize;
    BOOL hasAmbiguousLayout;
}
@property (nonatomic, assign) UIView *superview;
@property (nonatomic, retain) NSMutableArray *subviews, *constraints;
@property (nonatomic, assign) NSRect frame, bounds;
@property (nonatomic, assign) NSPoint center;
@property (nonatomic, assign) BOOL translatesAutoresizingMaskIntoConstraints;
@property (nonatomic, assign) unsigned long autoresizingMask;
@property (nonatomic, retain) NSString *accessibilityIdentifier, *layoutMargins, *alignmentRectInsets, *transform;
@property (nonatomic, assign) NSSize intrinsicContentSize;
@property (nonatomic, assign) BOOL hasAmbiguousLayout;
@end
@implementation UIView
@synthesize superview, subviews, constraints, frame, bounds, center, translatesAutoresizingMaskIntoConstraints, autoresizingMask,
    accessibilityIdentifier, layoutMargins, alignmentRectInsets, transform, intrinsicContentSize, hasAmbiguousLayout;
- (id)initWithFrame:(NSRect)rectangle in:(UIView *)parent {
    self = [super init];
    frame = rectangle;
    bounds.size = rectangle.size;
    subviews = [NSMutableArray new];
    constraints = [NSMutableArray new];
    layoutMargins = @"UIEdgeInsets: {8, 8, 8, 8}";
    alignmentRectInsets = @"UIEdgeInsets: {0, 0, 0, 0}";
    transform = @"CGAffineTransform: {{1, 0, 0, 1}, {0, 0}}";
    intrinsicContentSize = NSMakeSize(-1, -1);
    superview = parent;
    [(NSMutableArray *)[parent subviews] addObject:self];
    return self;
}
- (float)contentHuggingPriorityForAxis:(NSInteger)axis { return axis == 0 ? 251.5 : 250; }
- (float)contentCompressionResistancePriorityForAxis:(NSInteger)axis { return 750; }
- (id)traitCollection { return [NSDictionary dictionaryWithObject:[NSNumber numberWithInt:3] forKey:@"displayScale"]; }
@end

@interface UIWindow : UIView
@end
@implementation UIWindow
@end

@interface UIScrollView : UIView {
    UILayoutGuide *contentLayoutGuide, *frameLayoutGuide;
}
@property (nonatomic, retain) UILayoutGuide *contentLayoutGuide, *frameLayoutGuide;
@end
@implementation UIScrollView
@synthesize contentLayoutGuide, frameLayoutGuide;
@end

@interface UIControl : UIView
@end
@implementation UIControl
@end

@interface UIFont : NSObject
@end
@implementation UIFont
- (double)ascender { return 16.1; }
- (double)descender { return -4.1; }
- (double)lineHeight { return 20.2; }
@end

@interface UILabel : UIView {
    NSString *text;
    UIFont *font;
}
@property (nonatomic, retain) NSString *text;
@property (nonatomic, retain) UIFont *font;
@end
@implementation UILabel
@synthesize text, font;
@end

@interface UITextField : UIControl {
    NSString *text, *placeholder;
    UIFont *font;
}
@property (nonatomic, retain) NSString *text, *placeholder;
@property (nonatomic, retain) UIFont *font;
@end
@implementation UITextField
@synthesize text, placeholder, font;
@end

@interface UIDevice : NSObject
@end
@implementation UIDevice
+ (id)currentDevice { return [[UIDevice new] autorelease]; }
- (id)systemName { return @"iOS"; }
- (id)systemVersion { return @"18.0"; }
- (id)model { return @"iPhone"; }
@end

static UIWindow *window;
@interface UIApplication : NSObject
@end
@implementation UIApplication
+ (id)sharedApplication { return [[UIApplication new] autorelease]; }
- (id)keyWindow { return nil; }
- (id)windows { return [NSArray arrayWithObjects:window, nil]; }
@end

static void pin(UIView *holder, id first, long attribute, id second, long other, double constant) {
    NSLayoutConstraint *row = [NSLayoutConstraint new];
    row.firstItem = first;
    row.firstAttribute = attribute;
    row.secondItem = second;
    row.secondAttribute = other;
    row.constant = constant;
    row.multiplier = 1;
    row.priority = 1000;
    row.active = YES;
    [holder.constraints addObject:row];
}

static id expression(void) {
    return ({
#include "expression.inc"
    });
}

int main(void) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    window = [[UIWindow alloc] initWithFrame:NSMakeRect(0, 0, 390, 844) in:nil];
    window.nextResponder = [UIViewController new];
    UILabel *title = [[UILabel alloc] initWithFrame:NSMakeRect(8, 47, 118, 20) in:window];
    title.text = @"Hello \"you\"\n";
    title.font = [UIFont new];
    title.accessibilityIdentifier = @"cell title";
    title.intrinsicContentSize = NSMakeSize(118, 20);
    UILayoutGuide *safe = [UILayoutGuide new];
    safe.owningView = window;
    safe.identifier = @"UIViewSafeAreaLayoutGuide";
    safe.layoutFrame = NSMakeRect(0, 47, 390, 763);
    pin(window, title, 5, window, 5, 8);
    pin(window, title, 3, safe, 3, 0);
    UITextField *field = [[UITextField alloc] initWithFrame:NSMakeRect(8, 40, 200, 34) in:window];
    field.font = [UIFont new];
    field.text = @"a secret";
    field.placeholder = @"Name";
    pin(window, field, 12, title, 12, 0);
    pin(window, field, 5, window, 5, 8);
    pin(window, field, 7, nil, 0, 200);
    pin(window, field, 8, nil, 0, 34);
    UIScrollView *list = [[UIScrollView alloc] initWithFrame:NSMakeRect(0, 100, 390, 200) in:window];
    list.translatesAutoresizingMaskIntoConstraints = YES;
    list.autoresizingMask = 2;
    list.contentLayoutGuide = [UILayoutGuide new];
    list.contentLayoutGuide.owningView = list;
    list.frameLayoutGuide = [UILayoutGuide new];
    list.frameLayoutGuide.owningView = list;
    UIView *content = [[UIView alloc] initWithFrame:NSMakeRect(0, 0, 390, 1200) in:list];
    content.hasAmbiguousLayout = YES;
    for (long attribute = 3; attribute <= 6; attribute++) pin(list, content, attribute, list.contentLayoutGuide, attribute, 0);
    pin(list, content, 7, list.frameLayoutGuide, 7, 0);
    pin(content, content, 8, nil, 0, 1200);
    printf("%s\n", [(NSString *)expression() UTF8String]);
    [pool drain];
    return 0;
}
