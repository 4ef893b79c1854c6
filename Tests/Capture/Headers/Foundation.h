// The part of Foundation's interface that the expression of plumbline_lldb.py uses, from Apple's documentation.
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double CGFloat;
typedef double NSTimeInterval;
typedef struct CGPoint { CGFloat x, y; } CGPoint;
typedef struct CGSize { CGFloat width, height; } CGSize;
typedef struct CGRect { CGPoint origin; CGSize size; } CGRect;
typedef bool BOOL;
#define nil __null
@class NSString, NSArray, NSDictionary, NSData, NSError;

__attribute__((objc_root_class)) @interface NSObject
+ (instancetype)alloc;
- (instancetype)init;
+ (Class)class;
- (Class)class;
- (BOOL)isKindOfClass:(Class)aClass;
- (BOOL)respondsToSelector:(SEL)aSelector;
@property (readonly, copy) NSString *description;
- (id)valueForKey:(NSString *)key;
- (id)valueForKeyPath:(NSString *)keyPath;
@end
@interface NSString : NSObject
- (instancetype)initWithData:(NSData *)data encoding:(NSUInteger)encoding;
- (NSArray *)componentsSeparatedByString:(NSString *)separator;
- (NSString *)stringByAppendingString:(NSString *)aString;
@end
@interface NSConstantString : NSString
@end
@interface NSNumber : NSObject
+ (NSNumber *)numberWithUnsignedLong:(unsigned long)value;
+ (NSNumber *)numberWithFloat:(float)value;
@end
@interface NSArray : NSObject
@property (readonly) NSUInteger count;
@property (nonatomic, readonly) id firstObject;
@property (nonatomic, readonly) id lastObject;
- (id)objectAtIndex:(NSUInteger)index;
@end
@interface NSMutableArray : NSArray
+ (instancetype)array;
- (void)addObject:(id)anObject;
- (void)removeLastObject;
@end
@interface NSDictionary : NSObject
- (id)objectForKey:(id)aKey;
@end
@interface NSMutableDictionary : NSDictionary
+ (instancetype)dictionary;
- (void)setObject:(id)anObject forKey:(id)aKey;
@end
@interface NSData : NSObject
@end
@interface NSDate : NSObject
+ (NSTimeInterval)timeIntervalSinceReferenceDate;
@end
@interface NSJSONSerialization : NSObject
+ (NSData *)dataWithJSONObject:(id)obj options:(NSUInteger)opt error:(NSError **)error;
@end
@interface NSProcessInfo : NSObject
@property (class, readonly) NSProcessInfo *processInfo;
@property (readonly, copy) NSString *operatingSystemVersionString;
@end
extern "C" SEL NSSelectorFromString(NSString *aSelectorName);

@interface NSLayoutConstraint : NSObject
@property (readonly, assign) id firstItem;
@property (readonly, assign) id secondItem;
@property (readonly) NSInteger firstAttribute;
@property (readonly) NSInteger secondAttribute;
@property (readonly) NSInteger relation;
@property (readonly) CGFloat multiplier;
@property CGFloat constant;
@property float priority;
@property (copy) NSString *identifier;
@property (getter=isActive) BOOL active;
@end
